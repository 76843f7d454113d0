export interface NewsroomRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface NewsroomAnswer {
  status: number;
  body: string;
}

/** How the demo content reaches the services: within the process or over HTTP. */
export interface Newsroom {
  /** The position of the last event of the log, or undefined where it holds none. */
  head(): Promise<string | undefined>;
  /** The service token. */
  token: string;
  send(request: NewsroomRequest): Promise<NewsroomAnswer>;
}
