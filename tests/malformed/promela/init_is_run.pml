init { run init() }
