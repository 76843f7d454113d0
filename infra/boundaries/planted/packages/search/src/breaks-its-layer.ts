// breaks: layers-of-packages-search
import '../../events/src/index.ts';
