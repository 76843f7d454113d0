// breaks: domain-is-pure
import 'node:crypto';
