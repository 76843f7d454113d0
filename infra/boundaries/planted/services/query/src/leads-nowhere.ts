// breaks: everything-resolves
import './nowhere.ts';
