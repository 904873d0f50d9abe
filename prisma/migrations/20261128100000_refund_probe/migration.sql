-- compatible: yes
-- Growing pauses between questions for the extension to a host that gives no answer that holds.

-- Such questions in a row, up to where the pause stops growing.
ALTER TABLE dashboard.connection ADD COLUMN refunds_unanswered smallint NOT NULL DEFAULT 0;
