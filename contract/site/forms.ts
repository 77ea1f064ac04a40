import { site } from '#site.config.ts';

const { contact, submitIdea, joinTeam } = site.words;

export const formWords = {
  contact,
  submitIdea,
  joinTeam,
  chat: site.chat,
  topics: site.lists.topics,
};
