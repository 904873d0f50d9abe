-- step: concurrent
-- A rare status of a link's many payments.
CREATE INDEX CONCURRENTLY payment_list_link_status ON service.payment (account_id, link_id, status, created_at DESC, id DESC);
-- step: concurrent
-- The claim of the reconciler reads what is due, by the way in which each kind becomes due.
CREATE INDEX CONCURRENTLY payment_confirming ON service.payment (confirm_until) WHERE status = 'PENDING' AND step = 'CONFIRMING';
CREATE INDEX CONCURRENTLY payment_leased ON service.payment (lease_until) WHERE status = 'PENDING' AND step <> 'CONFIRMING';
-- step: transaction
DROP INDEX service.payment_unfinished;
