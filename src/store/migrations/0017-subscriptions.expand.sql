-- What users follow: each subscription sends the entries of the change log that fit it, from its
-- cursor on.
create table subscription (
  number {growing id},
  user_id bigint not null,
  -- JSON: what it sends, to which address, how often.
  task text not null,
  -- unconfirmed, active, paused or disabled.
  state text not null,
  -- The log that the cursor is of, and the newest entry that was sent or does not fit.
  log_id text not null,
  last_read bigint not null,
  -- The first and the newest entry after the cursor that may fit; null: none.
  first_match bigint,
  last_match bigint,
  -- When it may send next, and after how long again; 0: at once.
  due_at bigint not null,
  every_milliseconds bigint not null,
  -- JSON: failures, and the last success.
  progress text not null,
  -- Encrypted, JSON: what signs or authorises its messages.
  secrets text,
  -- How many identifiers it names (subscription_name); 0: every entry may fit.
  names integer not null,
  created_at bigint not null,
  claimed_by text,
  claimed_until bigint
);
create index subscription_by_user on subscription (user_id, number);
create index subscription_due on subscription (due_at) where state = 'active' and first_match is not null;
create index subscription_unnamed on subscription (number) where state = 'active' and names = 0;

-- The keys of the identifiers, known or not, whose works a subscription selects.
create table subscription_name (
  subscription bigint not null,
  key text not null
);
create index subscription_name_by_key on subscription_name ({long key});
create index subscription_name_by_subscription on subscription_name (subscription);

-- The newest messages of each subscription.
create table delivery (
  subscription bigint not null,
  -- The first entry that it has: its id is made of both numbers.
  first_entry bigint not null,
  last_entry bigint not null,
  entries integer not null,
  tries integer not null,
  tried_at bigint not null,
  -- The status of the answer; null: none came.
  status integer,
  -- Why the last try failed; null: it did not.
  failure text,
  primary key (subscription, first_entry)
){by key};

-- How far the log was matched with the subscriptions, and which process continues.
create table subscription_pass (
  only_row integer primary key check (only_row = 1),
  -- The log that it was; null: none yet.
  log_id text,
  last_matched bigint not null,
  claimed_by text,
  claimed_until bigint
);
insert into subscription_pass (only_row, log_id, last_matched, claimed_by, claimed_until) values (1, null, 0, null, null);

-- Which receivers were asked to confirm. Rows outlive their subscription: they bound how often an
-- address is written to.
create table confirmation (
  subscription bigint not null,
  user_id bigint not null,
  -- In lower case.
  address text not null,
  -- The hash of what confirms; null: it no longer does.
  code_hash text,
  asked_at bigint not null
);
create index confirmation_by_time on confirmation (asked_at);
