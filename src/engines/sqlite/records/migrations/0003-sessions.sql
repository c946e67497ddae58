-- Who is signed in at a browser. Of a session only the hash of its secret is kept.
create table account_session (
  hash text primary key,
  user_id integer not null,
  created_at integer not null,
  expires_at integer not null
) without rowid;
create index account_session_by_expiry on account_session (expires_at);

-- Whoever is signed in lists the events that they submitted, however many others did.
create index link_event_by_user on link_event (user_id, sequence) where user_id is not null;
