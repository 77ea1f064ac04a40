import '../ui/zod.ts';

/** Schemas of the public forms. Their code is as large as the rest of a form's page, so it is fetched with the first focus. */
export { ApplicationDraft } from '#contract/application.ts';
export { ContactDraft } from '#contract/contact.ts';
export { FollowDraft } from '#contract/follow.ts';
export { IdeaDraft } from '#contract/idea.ts';
export { MessageDraft } from '#contract/message.ts';
export { HelperDetails } from '#contract/press.ts';
