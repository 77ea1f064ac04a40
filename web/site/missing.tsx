import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Plate } from '../art/plate.tsx';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';

/** The 404 pages of objects: a project, pod, post, idea, receipt or subscription that does not exist. */

export const ProjectMissing = () => (
  <Missing title="Project Not Found" text="The project you're looking for doesn't exist.">
    <BackTo href="/">Back to Home</BackTo>
  </Missing>
);

export const PodMissing = () => (
  <Missing title="Pod Not Found" text="The pod you're looking for doesn't exist.">
    <BackTo href="/">Back to Home</BackTo>
  </Missing>
);

export const PostMissing = () => (
  <Missing
    title="Blog Post Not Found"
    text="The blog post you're looking for doesn't exist or has been removed."
  >
    <BackTo href="/blog">Back to Blog</BackTo>
  </Missing>
);

export const IdeaMissing = () => (
  <Missing title="Idea Not Found" text="This idea doesn't exist or is no longer public.">
    <BackTo href="/ideas">Back to Ideas</BackTo>
  </Missing>
);

export const FollowMissing = () => (
  <Missing title="Link Not Found" text="This link has ended. Your e-mail address is deleted.">
    <BackTo href="/ideas">All ideas</BackTo>
  </Missing>
);

export const ReceiptMissing = () => (
  <Missing
    title="Receipt Not Found"
    text="There is no receipt at this address. Check that it is whole: it ends with 40 letters and digits."
  >
    <BackTo href="/">Back to Home</BackTo>
  </Missing>
);

interface MissingProps {
  title: string;
  text: string;
  children: ReactNode;
}

export function Missing({ title, text, children }: MissingProps) {
  return (
    <section className="page-head has-art missing">
      <Head title={title} description={text} path={null} />
      <div className="wrap">
        <h1 className="d1">{title}</h1>
        <p className="lead">{text}</p>
        <div className="cluster hero-cta">{children}</div>
      </div>
      <Plate seed="lost" kind="flock" width={700} height={420} />
    </section>
  );
}

export function BackTo({ href, children }: { href: string; children: string }) {
  return (
    <Link className={buttonClass({ variant: 'primary' })} href={href}>
      <ArrowLeft className="i" aria-hidden="true" />
      {children}
    </Link>
  );
}
