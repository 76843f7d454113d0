// breaks: test-doubles-stay-in-specs
import '../../../packages/event-store/src/memory/index.ts';
