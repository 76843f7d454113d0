// breaks: specs-keep-to-the-layers
import '../../../infra/launcher/index.ts';
