export interface NewsroomRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface NewsroomAnswer {
  status: number;
  /** By its name in lower case. */
  header(name: string): string | undefined;
  body: string;
}

/** How the demo content reaches the services: within the process or over HTTP. */
export interface Newsroom {
  /** Whether no event at all is in the log. */
  isEmpty(): Promise<boolean>;
  /** The service token. */
  token: string;
  send(request: NewsroomRequest): Promise<NewsroomAnswer>;
}
