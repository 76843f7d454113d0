import { describe, expect, it } from 'vitest';
import { Upstreams } from './upstreams.ts';

describe('several instances of a service', () => {
  it('takes turns', () => {
    const upstreams = new Upstreams('http://a:1,http://b:2/,http://c:3');
    const firsts = Array.from({ length: 4 }, () => upstreams.inTurn()[0]);
    expect(firsts).toEqual(['http://a:1', 'http://b:2', 'http://c:3', 'http://a:1']);
  });

  it('asks one that did not answer last, and as before after a second', () => {
    let now = 0;
    const upstreams = new Upstreams('http://a:1,http://b:2', () => now);
    upstreams.didNotAnswer('http://a:1');
    expect(upstreams.inTurn()).toEqual(['http://b:2', 'http://a:1']);
    expect(upstreams.inTurn()).toEqual(['http://b:2', 'http://a:1']);
    now = 1_000;
    expect(upstreams.inTurn()).toEqual(['http://a:1', 'http://b:2']);
  });
});
