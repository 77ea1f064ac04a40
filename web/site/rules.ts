/** The schemas of the public forms. A form fetches this large module when one of its fields is first focused. */
export { ApplicationDraft } from '#contract/application.ts';
export { ContactDraft } from '#contract/contact.ts';
export { FollowDraft } from '#contract/follow.ts';
export { IdeaDraft } from '#contract/idea.ts';
export { MessageDraft } from '#contract/message.ts';
export { HelperDetails } from '#contract/press.ts';
