import { applicationStatuses } from '#contract/vocabulary.ts';
import { Day } from '../day.tsx';
import { Tags } from '../ui/tags.tsx';
import { Ago } from './parts/ago.tsx';
import { InboxPage } from './parts/inbox-page.tsx';
import { Part } from './parts/review.tsx';
import * as sources from './sources.ts';

export default function Applications() {
  return (
    <InboxPage
      source={sources.applications}
      held="applications"
      kind="application"
      title="Applications"
      about="People who would like to build with us."
      statuses={applicationStatuses}
      counted={['pending', 'reviewed', 'accepted']}
      nameOf={({ fullName }) => fullName}
      countLine={(count) => `${count} ${count === 1 ? 'application' : 'applications'}`}
      empty={() => 'No applications found'}
      view="View"
      meta={({ role, email, createdAt, availability }) => (
        <>
          <b>{role}</b>
          <span>{email}</span>
          <span>
            Applied <Ago date={createdAt} />
          </span>
          {availability && <span>{availability}</span>}
        </>
      )}
      sheetMeta={({ role, createdAt }) => (
        <>
          <b>{role}</b>
          <span>
            Applied <Ago date={createdAt} />
          </span>
        </>
      )}
      excerpt={({ skills }) => <Tags tags={skills} limit={5} label="Skills" />}
    >
      {(application) => (
        <>
          <h3 className="h-sub">Personal information</h3>
          <div className="sheet-two">
            <Part term="Name">{application.fullName}</Part>
            <Part term="Email">
              <a className="link" href={`mailto:${application.email}`}>
                {application.email}
              </a>
            </Part>
            <Part term="Role">{application.role}</Part>
            <Part term="Experience">{application.experience || 'N/A'}</Part>
            <Part term="Availability">{application.availability || 'N/A'}</Part>
            <Part term="Applied">
              <Day date={application.createdAt} />
            </Part>
          </div>
          <h3 className="h-sub">As submitted</h3>
          <div className="sheet-two">
            <Part term="Mattermost handle">{application.mattermostHandle}</Part>
            <Part term="Circles">
              {application.circles.map((circle) => `${circle} Circle`).join(', ') || 'None'}
            </Part>
            <Part term="Meets the minimum availability">{application.meetsRequirements}</Part>
            <Part term="Currently in a circle">{application.currentlyInCircle}</Part>
          </div>
          {(application.linkedin || application.github || application.portfolio) && (
            <h3 className="h-sub">Professional links</h3>
          )}
          <div className="sheet-two">
            <WebLink name="LinkedIn" url={application.linkedin} />
            <WebLink name="GitHub" url={application.github} />
            <WebLink name="Portfolio" url={application.portfolio} />
          </div>
          <Part term="Skills">
            {application.skills.length > 0 ? (
              <Tags tags={application.skills} label="Skills" />
            ) : (
              'N/A'
            )}
          </Part>
          <Part term="Motivation">{application.motivation || 'N/A'}</Part>
        </>
      )}
    </InboxPage>
  );
}

function WebLink({ name, url }: { name: string; url: string | null }) {
  if (!url) return null;
  return (
    <Part term={name}>
      <a className="link" href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
    </Part>
  );
}
