-- A user who was deleted: its number stays, with events that name it, and is given to nobody else.
alter table account_user add column
  deleted_at bigint;

-- What a token may be used for, as words with blanks between; null: everything, as all before.
alter table account_token add column
  scopes text;

-- A link with which a user sets a password, one of each user at the most.
create table account_invitation (
  user_id bigint primary key,
  hash text not null unique,
  expires_at bigint not null
);
