-- What is requested from other services, the progress, and which process works on it.
create table harvest (
  number {growing id},
  name text not null unique,
  -- JSON: the service with its filters.
  task text not null,
  -- JSON: the run under way, and the result of the last one.
  state text not null,
  every_seconds bigint,
  -- When a worker is to run it; null: never.
  next_at bigint,
  claimed_by text,
  claimed_until bigint
);
