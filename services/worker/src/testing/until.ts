export { until } from '@journal/testing';
