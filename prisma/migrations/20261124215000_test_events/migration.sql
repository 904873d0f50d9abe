-- Test events are few among all: the tab of them must not walk the others.
CREATE INDEX event_test ON service.event (account_id, created_at DESC, id DESC) WHERE test;
