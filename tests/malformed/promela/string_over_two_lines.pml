active proctype P() {
  printf("one
two")
}
