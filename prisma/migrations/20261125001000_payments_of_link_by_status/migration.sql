-- step: concurrent
-- A rare status of a link's many payments.
CREATE INDEX CONCURRENTLY payment_list_link_status ON service.payment (account_id, link_id, status, created_at DESC, id DESC);
