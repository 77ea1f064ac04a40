import { ApplicationDraft } from '#contract/application.ts';
import { ContactDraft } from '#contract/contact.ts';
import { IdeaDraft } from '#contract/idea.ts';
import { MessageDraft, ReceiptMessage } from '#contract/message.ts';
import { Receipt } from '#contract/receipt.ts';
import { newApplication } from '../store/application.ts';
import { newContact } from '../store/contact.ts';
import { newIdea } from '../store/idea.ts';
import { saveOrFindAnswer } from '../store/idempotency.ts';
import { countOrRefuse } from '../store/limit.ts';
import {
  correctOwn,
  eraseOwn,
  findOwnOpen,
  readReceipt,
  withdrawOwn,
} from '../store/own-submission.ts';
import { newMessage, saveMessage, toReceiptMessage } from '../store/receipt.ts';
import type { Submission } from '../store/receive.ts';
import type { ApiDeps } from './deps.ts';
import { hashBody, limitKey, networkOf, secretLimit } from './limits.ts';
import { type Call, del, get, post, postWithoutAnswer, put, type Route } from './route.ts';

/** The routes for senders. `:id` is the secret of a receipt. GET changes nothing, because mail scanners open links. */
export function receiptRoutes({ db, clock, rateLimits }: ApiDeps): Route[] {
  const open = { access: 'public', errors: [429] } as const;

  const checkLimit = async ({ address }: Pick<Call, 'address'>) => {
    if (!rateLimits) return;
    const key = limitKey('receipt', networkOf(address));
    await countOrRefuse(db, [{ key, limit: secretLimit }], clock());
  };

  /** Replaces the fields of a submission with those of the corrected draft, and returns the receipt. */
  const correct = async <Draft>(
    call: Call<Draft>,
    read: (draft: Draft, now: Date) => Submission,
  ): Promise<Receipt> => {
    await checkLimit(call);
    const now = clock();
    await call.write((tx) => correctOwn(tx, call.id, read(call.body, now), now));
    return readReceipt(db, call.id);
  };

  const corrections = [
    { kind: 'idea', body: IdeaDraft, read: newIdea },
    { kind: 'application', body: ApplicationDraft, read: newApplication },
    { kind: 'contact', body: ContactDraft, read: newContact },
  ] as const;

  return [
    get(
      '/api/receipts/:id',
      {
        ...open,
        errors: [429],
        summary: 'What was sent, and where it stands',
        answer: Receipt,
        isUncached: true,
      },
      async (call) => {
        await checkLimit(call);
        return readReceipt(db, call.id);
      },
    ),
    ...corrections.map(({ kind, body, read }) =>
      put(
        `/api/receipts/:id/${kind}`,
        { ...open, errors: [409, 429], summary: `Correct a new ${kind}`, body, answer: Receipt },
        (call) => correct(call as Call<never>, read as (draft: never, now: Date) => Submission),
      ),
    ),
    post(
      '/api/receipts/:id/messages',
      {
        ...open,
        errors: [409, 429],
        summary: 'Write to staff about it',
        body: MessageDraft,
        answer: ReceiptMessage,
        takesKey: true,
      },
      async (call) => {
        await checkLimit(call);
        const { id: secret, body, idempotencyKey, write } = call;
        const now = clock();
        return write(async (tx) => {
          const id = await findOwnOpen(tx, secret);
          const keyed = idempotencyKey && {
            scope: `message ${id}`,
            key: idempotencyKey,
            bodyHash: hashBody(body),
          };
          const message = newMessage(id, body.text, null, now);
          const answer = toReceiptMessage(message);
          const first =
            keyed && (await saveOrFindAnswer(tx, keyed, answer, now, { submissionId: id }));
          if (first) return first.answer as ReceiptMessage;
          await saveMessage(tx, message);
          return answer;
        });
      },
    ),
    postWithoutAnswer(
      '/api/receipts/:id/withdraw',
      { ...open, errors: [429], summary: 'Withdraw it: it is shown to nobody, and staff see that' },
      async (call) => {
        await checkLimit(call);
        await call.write((tx) => withdrawOwn(tx, call.id, clock()));
      },
    ),
    del(
      '/api/receipts/:id',
      { ...open, errors: [429], summary: 'Erase it, with all personal data' },
      async (call) => {
        await checkLimit(call);
        await call.write((tx) => eraseOwn(tx, call.id, clock()));
      },
    ),
  ];
}
