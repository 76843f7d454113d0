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

/** How what a start begins with, demo content and the first administrator, reaches the services: within the process or over HTTP. */
export interface Newsroom {
  /** The position of the last event of the log, or undefined where it holds none. */
  head(): Promise<string | undefined>;
  /** The service token. */
  token: string;
  /** Whether the environment names an administrator. */
  isAdministratorNamed: boolean;
  /** Whether the log tells of an administrator, be it one that is none any more. */
  hadAdministrator(): Promise<boolean>;
  /** Whether the log tells of an article, be it one that is deleted by now. */
  hadArticle(): Promise<boolean>;
  send(request: NewsroomRequest): Promise<NewsroomAnswer>;
}
