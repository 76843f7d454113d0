// breaks: domain-is-pure
import '../../../../packages/event-store/src/index.ts';
