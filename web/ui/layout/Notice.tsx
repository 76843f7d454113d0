import { Frieze } from '../artwork/Frieze.tsx';

type NoticeProps = { title: string; text: string; link: { href: string; name: string } };

/** A page that says why there is nothing else on it. */
export function Notice({ title, text, link }: NoticeProps) {
  return (
    <div className="notice page">
      <h1>{title}</h1>
      <p className="page-lead">{text}</p>
      <a className="button" href={link.href}>
        {link.name}
      </a>
      <Frieze seed={1045} />
    </div>
  );
}
