import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { User } from '#contract/user.ts';
import { useOptionalQuery } from '../../api/query-cache.ts';
import { Link } from '../../link.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Base } from '../../ui/drafts.ts';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { StatusBadge, statusLabel } from '../../ui/status-badge.tsx';
import { useSession } from '../session.tsx';
import { Acts } from './acts.tsx';
import { Connections } from './connections.tsx';
import { Conversation } from './conversation.tsx';
import { useEditing } from './editing.ts';
import { History } from './history.tsx';
import type { Inbox } from './inbox.ts';
import type { Submission } from './inbox-page.ts';
import { mailSettings } from './mail.ts';
import { useAssignableUsers, useFreshMembers } from './members.ts';
import { relatedSource } from './related.tsx';
import { labels, OwnerSelect, ReviewText } from './review-fields.tsx';
import { showSaved } from './saved.ts';
import { focusSearch } from './search-key.ts';
import { useSheetKeys } from './sheet-keys.ts';
import { Tip } from './tip.tsx';
import { Waits } from './waiting.tsx';

const savedOf = (
  { status, ownerId, notes, answer, version }: Submission,
  hasAnswer: boolean,
  members: User[],
): Base => ({
  version,
  values: {
    status,
    // The username of the owner; empty for nobody. Falls back to the id of an owner who is not in `members`, so that a
    // save does not remove the owner.
    owner: members.find(({ id }) => id === ownerId)?.username ?? ownerId ?? '',
    ...(notes !== undefined && { notes: notes ?? '' }),
    ...(hasAnswer && { answer: answer ?? '' }),
  },
});

/** Returns the fields that staff do not change, as JSON, to find out whether the sender's text has changed. */
const textOf = ({ status, ownerId, duplicateOf, notes, answer, version, ...sent }: Submission) =>
  JSON.stringify(sent);

interface ReviewSheetProps<Item extends Submission> {
  inbox: Inbox<Item>;
  item: Item;
  meta: ReactNode;
  children: ReactNode;
}

/** The sheet in which staff read and review a submission, at the right of the list. */
export function ReviewSheet<Item extends Submission>({
  inbox,
  item,
  meta,
  children,
}: ReviewSheetProps<Item>) {
  const title = inbox.nameOf(item);
  const { user } = useSession();
  const members = useAssignableUsers(inbox.section);
  useFreshMembers();
  /** True if the next submission is opened after the save that is in flight. */
  const opensNext = useRef(false);
  const sendsMail = useOptionalQuery(mailSettings)?.isOn === true;
  const isMailed = sendsMail && Boolean(item.email);
  const related = useOptionalQuery(inbox.section === 'ideas' ? relatedSource(item.id) : undefined);
  const hasToldDuplicates =
    sendsMail && related?.duplicates.some(({ hasEmail }) => hasEmail) === true;
  const canTell = isMailed || hasToldDuplicates;
  const [tellsSender, setTellsSender] = useState(true);
  const editing = useEditing({
    name: `review:${item.id}`,
    saved: savedOf(item, inbox.hasAnswer, members),
    schema: inbox.reviewSchema,
    toDraft({ owner, ...fields }): unknown {
      const isSameOwner = owner === form.base.current.values.owner;
      const ownerId = members.find(({ username }) => username === owner)?.id ?? null;
      return { ...fields, ...(!isSameOwner && { ownerId }) };
    },
    labels,
    failure: 'Failed to update status',
    async save(review, version = item.version, taken) {
      await inbox.review({ ...item, version }, review, canTell && tellsSender).catch((error) => {
        opensNext.current = false;
        throw error;
      });
      showSaved('Status saved', `${title}: ${statusLabel(review.status)}`, taken);
    },
    async readLatest() {
      const latest = await inbox.readLatest(item.id);
      const isCorrected = textOf(latest) !== textOf(item);
      return {
        ...savedOf(latest, inbox.hasAnswer, members),
        notice: isCorrected
          ? 'Its text has changed: it was corrected or anonymised. Read it again, then save.'
          : undefined,
      };
    },
    onDone() {
      if (opensNext.current) inbox.next?.();
      opensNext.current = false;
    },
  });
  const { form } = editing;
  useSheetKeys({
    statuses: inbox.statuses,
    chooseStatus: (status) => form.set({ status }),
    makeMine: () => user && form.set({ owner: user.username }),
    previous: inbox.previous,
    next: inbox.next,
    saveAndGoOn() {
      if (!form.isDirty) return inbox.next?.();
      opensNext.current = true;
      form.ref.current?.requestSubmit();
    },
    search() {
      inbox.close();
      focusSearch();
    },
  });
  const history = useOptionalQuery(inbox.historySource(item.id)) ?? [];
  const lastOf = (field: 'notes' | 'answer') => history.find(({ what }) => what === field);
  const isDecided = ['approved', 'rejected'].includes(String(form.values.status));

  return (
    <Dialog
      title={title}
      size="sheet"
      onClose={inbox.close}
      above={
        <div className="row">
          <StatusBadge status={item.status} />
          <span className="sheet-moves">
            {inbox.position && <span className="meta">{inbox.position}</span>}
            <Move label="Previous" onClick={inbox.previous}>
              <ArrowUp className="i" aria-hidden="true" />
            </Move>
            <Move label="Next" onClick={inbox.next}>
              <ArrowDown className="i" aria-hidden="true" />
            </Move>
          </span>
        </div>
      }
      below={
        <p className="meta">
          {meta} <Waits section={inbox.section} status={item.status} createdAt={item.createdAt} />
        </p>
      }
    >
      <div className="sheet-text">
        {children}
        {inbox.section === 'ideas' && (
          <Connections kind="ideas" id={item.id}>
            <Link className="link" href={`/admin/apps?edit=new&idea=${item.id}`}>
              Create project from this idea
            </Link>
          </Connections>
        )}
        <Conversation id={item.id} source={inbox.messageSource(item.id)} isMailed={isMailed} />
        <History entries={history} />
      </div>
      <Form form={form} className="sheet-foot">
        <div className="row sheet-foot-top">
          <h3 className="h-sub">Update Status</h3>
          <OwnerSelect members={members} />
        </div>
        <SelectField
          name="status"
          label={labels.status}
          options={inbox.statuses.map((value) => ({ value, label: statusLabel(value) }))}
        />
        {item.notes !== undefined && (
          <ReviewText name="notes" audience="Staff only" last={lastOf('notes')} />
        )}
        {inbox.hasAnswer && (
          <ReviewText
            name="answer"
            audience="Public"
            last={lastOf('answer')}
            help={
              isDecided && !form.values.answer
                ? 'The sender would like to know why. You can leave it empty.'
                : undefined
            }
          />
        )}
        {canTell && (
          <label className="check tell">
            {/* Without a `name`, the checkbox is not part of the draft. */}
            <input
              type="checkbox"
              checked={tellsSender}
              onChange={({ target }) => setTellsSender(target.checked)}
            />
            <span>
              Tell them by e-mail{hasToldDuplicates && ', and the senders of its duplicates'}
            </span>
          </label>
        )}
        <Acts editing={editing} save="Save status" small onCancel={inbox.close}>
          <span className="cluster">
            <Button variant="danger" small onClick={() => inbox.setDeleting(item)}>
              Delete
            </Button>
            {inbox.hasAnswer && (
              <Button small onClick={() => inbox.hold(item)}>
                Hold back
              </Button>
            )}
          </span>
        </Acts>
      </Form>
    </Dialog>
  );
}

interface MoveProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

function Move({ label, onClick, children }: MoveProps) {
  return (
    <Tip text={label}>
      <Button variant="ghost" icon small aria-label={label} disabled={!onClick} onClick={onClick}>
        {children}
      </Button>
    </Tip>
  );
}
