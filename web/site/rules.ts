import '../ui/zod.ts';

/** What the public forms are checked by: as much code as the rest of their pages, so it comes with the first focus. */
export { ApplicationDraft } from '#contract/application.ts';
export { ContactDraft } from '#contract/contact.ts';
export { IdeaDraft } from '#contract/idea.ts';
