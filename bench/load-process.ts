import process from 'node:process';
import autocannon from 'autocannon';

/** Asks one address as fast as it answers, in a process of its own, and tells the parent what it saw. */
const [url = '', connections = '1', seconds = '1', headers = '{}'] = process.argv.slice(2);
const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  headers: JSON.parse(headers) as Record<string, string>,
});
process.send?.({
  perSecond: result.requests.average,
  faults: result.errors + result.timeouts + result.non2xx,
});
process.disconnect();
