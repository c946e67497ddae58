-- The answers to offers. JSON: to whom, and what came of the tries; null: it is not answered.
alter table notification add column
  answer text;
-- When the answer is to be sent next; null: not again.
alter table notification add column
  answer_due_at bigint;
create index notification_answer_due on notification (answer_due_at) where answer_due_at is not null;
