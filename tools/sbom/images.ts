/** The package that each of our images is installed for, by the image's target in the Dockerfile. */
export const images: Readonly<Record<string, string>> = {
  command: '@journal/command',
  query: '@journal/query',
  worker: '@journal/worker',
  web: '@journal/web',
  journal: '@journal/cli',
};
