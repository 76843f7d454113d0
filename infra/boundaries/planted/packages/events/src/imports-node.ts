// breaks: node-of-packages-events
import 'node:fs';
