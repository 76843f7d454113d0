// breaks: domain-is-pure
import '../../../../services/command/src/index.ts';
