-- Brent's mark over the cursors of a settlement's payments: a list that goes round is noticed across pages.
ALTER TABLE dashboard.object_fetch ADD COLUMN cursor_hash text, ADD COLUMN cursor_count integer NOT NULL DEFAULT 0;
