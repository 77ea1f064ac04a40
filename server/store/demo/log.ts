import type { LogEntryDraft } from '#contract/log.ts';

interface DemoEntry extends Pick<LogEntryDraft, 'text'> {
  date: string;
  /** Hours that count towards the 50 hours of the MVP phase. */
  mvp?: number;
  /** Hours that count towards the 50 hours of the extended phase. */
  extended?: number;
}

/**
 * The flight logs by pod id. The sum of a pod's hours is its progress in percent, except for the two pods that maintain
 * live apps (demo.test.ts checks this).
 */
export const logs: Record<string, DemoEntry[]> = {
  curlew: [
    {
      date: '2025-06-27',
      mvp: 33,
      text:
        'Handwriting recognition gets one character in six wrong, so we search the pictures of ' +
        'the pages as well. Together they find 52 of the first 100 questions that the ' +
        'archivists set us.',
    },
    {
      date: '2025-07-18',
      mvp: 17,
      text:
        'First version shown to two archives. It answers in pleasant sentences, and nobody ' +
        'believes them. They asked for the page itself, three times.',
    },
    {
      date: '2026-04-17',
      extended: 24,
      text:
        'Six archives signed one agreement of two pages. 412,000 scans are in the index, and we ' +
        'showed that we can take any one of them out again within the hour.',
    },
    {
      date: '2026-05-15',
      extended: 18,
      text:
        'The answer is gone; the page has stayed. At most five page images with the lines ' +
        'marked, and the spellings we tried. For 81 of 100 questions the right one is among them.',
    },
    {
      date: '2026-09-11',
      extended: 8,
      text:
        'A reranker moved the score from 81 to 84. Seven questions won, four lost: a coin could ' +
        'have done that. It stays out, and the last of our hours went into finding that out.',
    },
    {
      date: '2026-11-13',
      text:
        'Gizzard has been with us for eleven weeks. One incident this week: a council sent a ' +
        'budget upside down, and the reader read it upside down. Fixed before the second coffee.',
    },
  ],
  nightjar: [
    {
      date: '2025-09-12',
      mvp: 28,
      text:
        'One station, one night, 120 messages: transcribed, labelled and in order by six in the ' +
        'morning. The producer disagreed with the order eleven times and told us why each time.',
    },
    {
      date: '2025-10-10',
      mvp: 22,
      text:
        'MVP review passed. The pile now takes 50 minutes instead of two and a half hours. What ' +
        'we cannot make out goes on a pile for human ears, which the reviewers liked best.',
    },
    {
      date: '2026-06-19',
      extended: 11,
      text:
        'Two recognisers, 400 messages. The one with fewer wrong words turned a collapsed ' +
        'culvert into a greeting to somebody’s aunt. We took the other one.',
    },
    {
      date: '2026-08-14',
      extended: 8,
      text:
        'Errors counted speaker by speaker instead of word by word. A quarter of the speakers ' +
        'fare much worse than the average said: mostly women over sixty, with short messages.',
    },
    {
      date: '2026-10-30',
      extended: 5,
      text:
        'Recorded 60 short messages with listeners in Tamale, so that there is something to ' +
        'measure against. Half of them are proverbs, which nobody had planned for.',
    },
    {
      date: '2026-11-13',
      extended: 4,
      text:
        'Measured on the 60 new messages: names and places found rose from 71% to 80% for the ' +
        'speakers who fared worst. The fifth station joins when that figure is 84.',
    },
  ],
  goldcrest: [
    {
      date: '2025-11-21',
      mvp: 31,
      text:
        'A small model first, a large one in doubt. We asked the small model how sure it was: ' +
        '0.9 or more, nearly always, also when it was wrong. So we will have to check instead.',
    },
    {
      date: '2025-12-19',
      mvp: 19,
      text:
        'Four checks that ask no opinion: shape, evidence, agreement, length. Two prototypes run ' +
        'through it, and neither team has noticed, which is the best review we could get.',
    },
    {
      date: '2026-04-24',
      extended: 20,
      text:
        'All prototypes of the lab go through Featherweight now. 2% of what was accepted also ' +
        'goes to the large model in secret, because nobody complains about errors they trust.',
    },
    {
      date: '2026-07-03',
      extended: 14,
      text:
        'The bill of June: €556 for 97,000 requests, instead of €1,940. Half a point below the ' +
        'large model on our nine evaluation sets.',
    },
    {
      date: '2026-09-11',
      extended: 8,
      text:
        'Three of us judge forty disagreements a week. The paid check earns its keep on two of ' +
        'nine tasks; we keep it, because finding out which two took longer than it costs.',
    },
    {
      date: '2026-11-06',
      text:
        'Eight hours given back to the pool: what is left to do is looking after, and the ' +
        'volunteers do that. The night of the outage they had it back in eleven minutes.',
    },
  ],
  avocet: [
    {
      date: '2025-12-05',
      mvp: 22,
      text:
        'A line chart sings. Everybody heard it level off at the top, and it did not: we hear ' +
        'ratios, not distances. Equal steps in the data are now equal ratios in pitch.',
    },
    {
      date: '2026-01-09',
      mvp: 28,
      text:
        'Twelve screen-reader users, six charts with one turn in each. Ten could say when it ' +
        'turns; with the usual alternative text three could. MVP review on Thursday.',
    },
    {
      date: '2026-05-29',
      extended: 9,
      text:
        'Silence is data: a missing month is a gap with a soft click. Half of our testers go ' +
        'straight to the table, so the table is now the second thing on the page.',
    },
    {
      date: '2026-09-25',
      extended: 6,
      text:
        'One key says where you are: point 9 of 24, February, 312. The default speed is slow; ' +
        'regular users run it at three times that and asked for four.',
    },
    {
      date: '2026-10-23',
      extended: 5,
      text:
        'Bar charts, first attempt: one note for each bar, as loud as it is high. Eight of ' +
        'twelve thought of a bad piano lesson. Back to the drawing board, without a drawing.',
    },
    {
      date: '2026-11-13',
      extended: 3,
      text:
        'Bar charts, second attempt: sorted by height first, then in their own order. Nine of ' +
        'twelve name the tallest bar at once. We test it again with thirty bars on Tuesday.',
    },
  ],
  lapwing: [
    {
      date: '2026-02-20',
      mvp: 18,
      text:
        'The 14 failures from the weekend of attacks, written as scripts that replay them. Five ' +
        'of our own prototypes have agreed to be lied to.',
    },
    {
      date: '2026-03-06',
      mvp: 16,
      text:
        'Forty simulated visitors: confused, furious, very literal. The furious ones are easy. ' +
        'The polite one who pastes an e-mail with instructions in it got through every time.',
    },
    {
      date: '2026-04-10',
      mvp: 16,
      text:
        '31 confirmed failures in five prototypes, nine of which three weeks of testing by hand ' +
        'had missed. Each comes back as a script. MVP review passed, with applause and sighs.',
    },
    {
      date: '2026-09-18',
      extended: 7,
      text:
        '214 visitors by now. A run costs €3.10 and takes as long as a coffee, so it goes into ' +
        'the test suite and no longer into the calendar.',
    },
    {
      date: '2026-10-16',
      extended: 6,
      text:
        'A report that a person can read on one page: what was said, what should have been said, ' +
        'and how often it happens. Before, it was 60 pages and nobody got past the second.',
    },
    {
      date: '2026-11-06',
      extended: 4,
      text:
        'First run on a chatbot that is not ours, a library’s. It gave away no secrets, and ' +
        'promised two visitors that the library would be open on Christmas Day.',
    },
  ],
  dipper: [
    {
      date: '2026-05-15',
      mvp: 9,
      text:
        'Licences first: 26,000 museum photographs of 41 families, all free to derive from. The ' +
        'dullest baseline, always the commonest family, is running and gets 14%.',
    },
    {
      date: '2026-05-29',
      mvp: 11,
      text:
        'Quantised to 8-bit integers: 55 MB became 14 and cost 0.7 points. 0.4 seconds on a ' +
        'phone from 2019. Hour twenty, and we feel clever.',
    },
    {
      date: '2026-06-19',
      mvp: 12,
      text:
        'First day on a bank: 93% in the museum, 61% in a tray with the sky in it. The page ' +
        'works without a signal; the model does not work without a museum.',
    },
    {
      date: '2026-07-10',
      mvp: 10,
      text:
        'We had split by picture. Split by river, our score falls by nine points, and now we ' +
        'believe it.',
    },
    {
      date: '2026-07-24',
      mvp: 8,
      text:
        'MVP review passed. A stranger set it up in 52 minutes with eleven questions, most of ' +
        'them about certificates. The second 50 hours are for rivers.',
    },
    {
      date: '2026-09-18',
      extended: 9,
      text:
        'Three screens and 200 planted errors, agreed with the volunteers: we want to know ' +
        'whether they look at the animal or at the phone.',
    },
    {
      date: '2026-10-03',
      extended: 8,
      text:
        'First of two field Saturdays: four phones, an entomologist and 1,400 photographs of ' +
        'things that would not hold still.',
    },
    {
      date: '2026-10-10',
      extended: 8.5,
      text:
        'Second Saturday, in the rain: 3,100 photographs from six rivers in all. Somewhere above ' +
        'our knees the lab logged its thousandth hour.',
    },
    {
      date: '2026-10-23',
      extended: 6.5,
      text:
        'Trained again on the trays: 88% of 1,240 specimens from three rivers that it had never ' +
        'met. The right family is on the short list nine times out of ten.',
    },
    {
      date: '2026-10-30',
      extended: 4,
      text:
        'The planted errors are counted. With a Confirm button 63% slip through, with a list ' +
        'from which one has to choose 24%. The button is gone, and nobody has asked for it back.',
    },
    {
      date: '2026-11-13',
      extended: 2,
      text:
        'Fergus’s group has it on eleven phones for the winter. There is nothing to name until ' +
        'spring, so we go through the 212 photographs in the pile that says “ask a person”.',
    },
  ],
  bittern: [
    {
      date: '2026-10-23',
      mvp: 2,
      text:
        'No code yet. Two radio stations and an archive agreed on the wording of the receipt ' +
        'that somebody gets who takes consent back. It fits on one page and has no “may”.',
    },
    {
      date: '2026-11-06',
      mvp: 4,
      text:
        'A dry run on one station’s data: a withdrawal reached four derived datasets in 90 ' +
        'seconds. The fifth is on a laptop that nobody will admit to owning.',
    },
  ],
  whimbrel: [
    {
      date: '2026-04-03',
      mvp: 21,
      text:
        'Three months of real cancellations from the clinic, 1,126 in all, without names. The ' +
        'telephone filled 22% of the gaps: that is the figure to beat.',
    },
    {
      date: '2026-04-24',
      mvp: 19,
      text:
        'The agent asks the waiting list by text message, in order, and leaves the final yes to ' +
        'a receptionist. Replayed against the past it fills 58%.',
    },
    {
      date: '2026-05-22',
      mvp: 10,
      text:
        'The first version is done. The clinic changes its booking system this year and cannot ' +
        'give us a test account before that, so we hold, with a full second tank.',
    },
    {
      date: '2026-10-09',
      text: 'Rang the clinic: the new system comes in January. Waiting burns no fuel.',
    },
  ],
  jackdaw: [
    {
      date: '2025-06-20',
      mvp: 24,
      text:
        'The first budget is in rows: 1,184 cells, each with its place on the page. Merged ' +
        'headers, a footnote inside a cell, and one column that adds up wrongly in the original.',
    },
    {
      date: '2025-07-11',
      mvp: 26,
      text:
        'Gizzard reads nine of ten cells exactly as printed, misprints included: auditors need ' +
        'to see those. MVP review passed.',
    },
    {
      date: '2025-10-17',
      extended: 20,
      text:
        'The first council no longer copies its 312 tables by hand. They call it “the reader”, ' +
        'and they need it in the second week of the month.',
    },
    {
      date: '2026-03-27',
      extended: 18,
      text:
        '96.1% of the cells on 312 tables from 27 budgets. Eight councils use it now, and one ' +
        'of them found an error in its own budget of 2014.',
    },
    {
      date: '2026-08-28',
      extended: 12,
      text:
        'Handed over to Curlew: the third stranger had it running in 38 minutes with two ' +
        'questions. Sixteen of nineteen pages of documentation are in the bin. Landed.',
    },
  ],
};
