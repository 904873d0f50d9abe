-- A case whose host can not be asked any more may be given up: its outcome stays unknown, and its copy may be deleted.
ALTER TABLE dashboard.charge DROP CONSTRAINT charge_state, DROP CONSTRAINT charge_finished,
  ADD CONSTRAINT charge_state CHECK (state IN
    ('DRAFT', 'SENDING', 'UNKNOWN', 'UNRESOLVED', 'PAID', 'LINKED', 'DECLINED', 'RELEASED', 'GIVEN_UP', 'DISCARDED')),
  ADD CONSTRAINT charge_finished
    CHECK ((state IN ('PAID', 'LINKED', 'DECLINED', 'RELEASED', 'GIVEN_UP', 'DISCARDED')) = (finished_at IS NOT NULL));
