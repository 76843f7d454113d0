import { initials } from './initials.ts';

/** A writer's initials in the section's colour; the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  );
}
