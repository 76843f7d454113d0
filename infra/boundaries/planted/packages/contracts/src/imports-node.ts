// breaks: node-of-packages-contracts
import 'node:crypto';
