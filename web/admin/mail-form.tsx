import { type MailSettings, MailSettingsChange } from '#contract/mail.ts';
import { limits } from '#contract/vocabulary.ts';
import { useOptionalQuery, useQueryCache } from '../api/query-cache.ts';
import { Choices, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import type { Values } from '../ui/form-values.ts';
import { Acts } from './parts/acts.tsx';
import { useEditing } from './parts/editing.ts';
import { mailSettings } from './parts/mail.ts';
import { showSaved } from './parts/saved.ts';
import { useRequest } from './request.ts';

/** Edits the user's mail settings. Renders nothing if the site sends no mail. */
export function MailForm() {
  const settings = useOptionalQuery(mailSettings);
  return settings?.isOn ? <LoadedForm settings={settings} /> : null;
}

const labels = { email: 'E-mail', wantsDigest: 'New submissions' };

const savedOf = ({ email, wantsDigest, version }: MailSettings) => ({
  version,
  values: { email: email ?? '', wantsDigest: wantsDigest ? ['yes'] : [] },
});

const toDraft = ({ email, wantsDigest = [] }: Values) => ({
  email,
  wantsDigest: wantsDigest.includes('yes'),
});

function LoadedForm({ settings }: { settings: MailSettings }) {
  const { path } = mailSettings;
  const cache = useQueryCache();
  const request = useRequest();
  const editing = useEditing({
    name: 'mail-settings',
    saved: savedOf(settings),
    schema: MailSettingsChange,
    toDraft,
    labels,
    failure: 'Update Failed',
    async save(body, version, taken) {
      const saved = (await request('PUT', path, { body, version })) as MailSettings;
      form.rebase(savedOf(saved));
      cache.set(path, saved);
      showSaved('Mail settings saved', saved.email ?? 'No address: you get no mail', taken);
    },
    async readLatest() {
      await cache.refresh(path);
      return savedOf((await cache.get(path)) as MailSettings);
    },
    onDone() {},
  });
  const { form } = editing;

  return (
    <Form form={form} className="settings stack">
      <h2 className="h-sub">Mail</h2>
      <TextField
        name="email"
        type="email"
        label={labels.email}
        help="Only for mail from this site. It is shown to nobody else."
        limit={limits.email}
        autoComplete="email"
        optional
      />
      <Choices
        name="wantsDigest"
        type="checkbox"
        label={labels.wantsDigest}
        options={[{ value: 'yes', label: 'Tell me about new submissions, at most once an hour' }]}
        optional
      />
      <Acts editing={editing} save="Save mail settings" />
    </Form>
  );
}
