-- A deleted user: its number stays, with the events that name it, and is not used again.
alter table account_user add column
  deleted_at bigint;

-- The scopes of a token, separated by blanks; null: all, as for earlier tokens.
alter table account_token add column
  scopes text;

-- A link with which a user sets a password, at most one for each user.
create table account_invitation (
  user_id bigint primary key,
  hash text not null unique,
  expires_at bigint not null
);
