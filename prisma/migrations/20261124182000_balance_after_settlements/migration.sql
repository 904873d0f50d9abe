-- The balance follows a settlement's events: one row per connection asks for it.
ALTER TABLE dashboard.object_fetch DROP CONSTRAINT object_fetch_noun,
  ADD CONSTRAINT object_fetch_noun CHECK (noun IN ('payments', 'links', 'customers', 'settlements', 'balance')),
  DROP CONSTRAINT object_fetch_reason,
  ADD CONSTRAINT object_fetch_reason
    CHECK (reason IN ('conflict', 'close_call', 'payment_of_link', 'settlement_payments', 'unreadable', 'unanswered', 'settlement_event'));
