-- Objects that a comparison leaves to single fetches, because the host does not answer for them.
ALTER TABLE dashboard.object_fetch DROP CONSTRAINT object_fetch_reason,
  ADD CONSTRAINT object_fetch_reason
    CHECK (reason IN ('conflict', 'close_call', 'payment_of_link', 'settlement_payments', 'unreadable', 'unanswered'));
