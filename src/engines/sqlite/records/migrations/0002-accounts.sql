-- Users, their roles and their tokens. Of passwords and tokens only hashes are kept.
create table account_user (
  id integer primary key,
  email text not null,
  email_key text not null unique,
  password_hash text,
  active integer not null,
  created_at integer not null
);

create table account_role (
  id integer primary key,
  name text not null unique,
  created_at integer not null
);

create table account_user_role (
  user_id integer not null,
  role_id integer not null,
  primary key (user_id, role_id)
) without rowid;
create index account_user_role_by_role on account_user_role (role_id);

create table account_token (
  id integer primary key,
  hash text not null unique,
  user_id integer not null,
  name text not null,
  internal integer not null,
  created_at integer not null,
  last_used_at integer,
  expires_at integer,
  revoked_at integer
);
create index account_token_by_user on account_token (user_id, name);
