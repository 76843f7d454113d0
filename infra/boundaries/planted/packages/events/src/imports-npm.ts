// breaks: npm-of-packages-events
import 'pg';
