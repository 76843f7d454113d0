import { useState } from 'react';

/** The value while `live`; after that, the last one of before. */
export function useKept<Value>(value: Value, live: boolean): Value {
  const [kept, setKept] = useState(value);
  if (live && JSON.stringify(kept) !== JSON.stringify(value)) setKept(value);
  return live ? value : kept;
}
