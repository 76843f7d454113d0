import { Suspense } from 'react';
import { useApi } from '../../data/use-api.ts';

const greeting = { path: '/api/greeting', read: async () => 'Where young voices shape today’s conversations.' };

export default function Page() {
  return (
    <main>
      <h1>Home</h1>
      <Suspense fallback={<p>Loading articles...</p>}>
        <Greeting />
      </Suspense>
    </main>
  );
}

function Greeting() {
  return <p>{useApi(greeting)}</p>;
}
