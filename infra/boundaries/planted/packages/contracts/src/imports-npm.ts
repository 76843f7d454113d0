// breaks: npm-of-packages-contracts
import 'fastify';
