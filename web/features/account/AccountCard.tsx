import '../../styles/account.css';
import '../../styles/form.css';
import type { ReactNode } from 'react';
import { Frieze } from '../../ui/layout/PageHero.tsx';

type AccountCardProps = { title: string; lead?: string | undefined; seed: number; children: ReactNode };

/** A page for one account task, beside a piece of artwork. */
export function AccountCard({ title, lead, seed, children }: AccountCardProps) {
  return (
    <div className="account page">
      <section className="account-card" aria-labelledby="account-title">
        <h1 id="account-title" tabIndex={-1}>
          {title}
        </h1>
        {lead ? <p className="account-lead">{lead}</p> : null}
        {children}
      </section>
      <div className="account-art">
        <Frieze seed={seed} />
      </div>
    </div>
  );
}
