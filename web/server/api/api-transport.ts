export type ApiRequest = { headers: Record<string, string>; signal?: AbortSignal };
export type ApiResponse = { status: number; headers: Record<string, string>; body: string };

/**
 * Carries one GET to the query side. Header names are in lower case. Rejects only where no answer came;
 * whatever status came is an answer.
 */
export interface ApiTransport {
  fetch(path: string, init: ApiRequest): Promise<ApiResponse>;
}
