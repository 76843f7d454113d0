/** What a projection's runner tells health and metrics. Written by the runner alone. */
export type ProjectionStatus = {
  /** The schema it fills. */
  readonly projection: string;
  leading: boolean;
  /** The checkpoint as this worker last moved or read it; '' before the first event. */
  position: string;
  /** The writer's time of the last event applied, in milliseconds since 1970. */
  lastEventAt: number | undefined;
  /** Why it is not going on, until it does. */
  trouble: { readonly error: Error; readonly poison: boolean } | undefined;
};

export function newStatus(projection: string): ProjectionStatus {
  return {
    projection,
    leading: false,
    position: '',
    lastEventAt: undefined,
    trouble: undefined,
  };
}

/** Rejects while the projection is stopped or in trouble; standing by is fine. The code is what health shows. */
export async function checkProjection(status: ProjectionStatus): Promise<void> {
  const { trouble } = status;
  if (!trouble) return;
  throw Object.assign(new Error(trouble.error.message, { cause: trouble.error }), { code: codeOf(trouble) });
}

function codeOf({ error, poison }: NonNullable<ProjectionStatus['trouble']>): string {
  if (poison && 'position' in error) return `stopped at position ${error.position}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
