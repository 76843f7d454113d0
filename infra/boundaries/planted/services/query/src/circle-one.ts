// breaks: no-circles
import './circle-other.ts';
