-- Page of GET /payments that continues a settlement whose detail is too large; empty for the first one.
ALTER TABLE dashboard.object_fetch ADD COLUMN cursor text;
