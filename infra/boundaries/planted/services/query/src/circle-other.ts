import './circle-one.ts';
