// Runs in the browser, inlined into the page: sends a filled-in form, and shows the response below it.
const maxShown = 100_000;

for (const form of document.querySelectorAll('form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const output = form.querySelector('output');
    output.textContent = 'Sending …';
    send(form).then(
      (text) => show(output, text),
      (error) => show(output, `No answer came: ${error.message}`),
    );
  });

// Following a reference opens its target.
addEventListener('hashchange', () =>
  document.getElementById(location.hash.slice(1))?.setAttribute('open', ''),
);

async function send({ dataset, elements }) {
  const { method, type } = dataset;
  const headers = new Headers();
  const query = new URLSearchParams();
  let path = dataset.path;
  for (const { name, value, dataset: field } of elements) {
    if (field.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && field.in === 'query') query.set(name, value);
    else if (value !== '' && field.in === 'header') headers.set(name, value);
  }
  const body = elements.namedItem('body')?.value || undefined;
  if (body) headers.set('content-type', type);
  const address = query.size > 0 ? `${path}?${query}` : path;
  const response = await fetch(address, { method, headers, body });
  const head = `${response.status} ${response.statusText}\n${[...response.headers].map((pair) => pair.join(': ')).join('\n')}`;
  return `${head}\n\n${await textOf(response)}`;
}

/** The body, or the first chunk of an endless stream. */
async function textOf(response) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = await reader.read();
  await reader.cancel();
  return value;
}

function show(output, text) {
  const block = document.createElement('pre');
  block.textContent = text.slice(0, maxShown);
  output.replaceChildren(block);
}
